export const PROJECT: string;

export function packAndUnpack(): {
	folder: string;
	tarball: string;
	unpacked: string;
	files: string[];
	packedBytes: number;
};
