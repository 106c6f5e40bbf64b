/** The bundle contains nothing of others, and says so. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { billOfMaterials, packageFolders } from '../../build/bundled';
import manifest from '../../package.json';

const PROJECT = resolve(__dirname, '../..');
const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');

describe('what the bundle contains of others', () => {
	it('is nothing, as the bill of materials says', () => {
		const bill = JSON.parse(read('dist/bom.cdx.json')) as ReturnType<typeof billOfMaterials>;
		expect(bill.metadata.component).toMatchObject({
			name: manifest.name,
			version: manifest.version,
		});
		expect(bill.components).toEqual([]);
		// The path of each source stands above its code.
		expect(read('dist/package.js')).toMatch(/^\/\/ nodes\//m);
		expect(read('dist/package.js')).not.toContain('node_modules');
	});

	it('is found by the folders that esbuild has read', () => {
		const inputs = [
			'nodes/a.ts',
			'node_modules/zod/v3/types.js',
			'node_modules/zod/index.js',
			'node_modules/@scope/one/lib/x.js',
			'node_modules/one/node_modules/two/x.js',
		];
		expect(packageFolders(inputs)).toEqual([
			'node_modules/@scope/one',
			'node_modules/one/node_modules/two',
			'node_modules/zod',
		]);
	});
});
