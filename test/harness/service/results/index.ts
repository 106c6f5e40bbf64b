/**
 * How the service counts: the figures that its results show, to be had without a request. A test takes them
 * from here when it asks whether a report says what happened.
 */
export { conclude } from './conclusion';
export { distribution, metricScore } from './metric';
export { segment, spanOf } from './segment';
export type { PropertyFilter, Segment, Span } from './segment';
export { timeSeries } from './series';
export { quotesOf, rankTopics } from './topics';
