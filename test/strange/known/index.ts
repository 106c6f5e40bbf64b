export { judge, KINDS } from './judge';
