export interface Packed {
	file: string;
	files: string[];
	bytes: number;
	unpackedBytes: number;
	sha256: string;
}

export function packInto(folder: string, project?: string): Packed;
export function publishedManifest(manifest: object): Record<string, unknown>;
