export { judge, KINDS } from './judge';
export { playKnown } from './play';
