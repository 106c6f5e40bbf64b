/**
 * `npm run lab -- pace`: how the rate limiter's pace does against services that count in different ways. Virtual
 * time; the figures are the same in every run.
 */
import { tableOfPaces } from './table';

const [only] = process.argv.slice(2);
console.log(tableOfPaces(only === undefined ? undefined : new RegExp(only)));
