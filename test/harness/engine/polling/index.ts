/** The entry for polling triggers: an n8n that polls in either of its two engines. */
export * from './installation';
