/** Versions that resolve in the npm registry. n8n pins its own dependencies, and some are not there. */
export interface N8nVersion {
	n8n: string;
	/** The Node.js it runs on: of this major version, and this one when the machine has another. */
	node: string;
	/** In place of dependencies that a registry may lack. */
	overrides: Record<string, string>;
}

/** n8n takes this one from a site of its own, which many networks do not let through. */
const XLSX = { xlsx: '0.18.5' };

/** The newest that installs here. */
export const NEWEST: N8nVersion = {
	n8n: '2.41.1',
	node: '24.21.0',
	overrides: {
		...XLSX,
		'@langchain/core': '1.2.8',
		'@langchain/langgraph-checkpoint': '1.1.5',
		'@langchain/protocol': '0.0.19',
		linkedom: '0.18.14',
	},
};

/** The oldest that the package says it supports: the first n8n 2, on the oldest Node.js. */
export const OLDEST: N8nVersion = { n8n: '2.0.3', node: '20.20.0', overrides: XLSX };
