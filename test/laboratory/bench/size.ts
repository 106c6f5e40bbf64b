import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packInto } from '../../../build/pack';
import type { Bench } from './row';

const GOAL_KB = 130;

/** What somebody downloads who installs the package. */
export const size: Bench = {
	title: 'Packed size',
	async run() {
		const folder = await mkdtemp(join(tmpdir(), 'size-'));
		const { bytes, unpackedBytes, files } = packInto(folder);
		await rm(folder, { recursive: true });
		const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
		return {
			rows: [
				{
					what: 'packed / unpacked',
					measured: kilobytes(bytes),
					baseline: kilobytes(unpackedBytes),
					ratio: bytes / unpackedBytes,
					goal: `≤ ${GOAL_KB} kB`,
					met: bytes <= GOAL_KB * 1000,
				},
			],
			how: [`The tarball that is published: ${files.length} files. A kB is 1,000 bytes.`],
		};
	},
};
