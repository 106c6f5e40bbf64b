/** What is bundled is named, with its licence. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import zod from 'zod/package.json';
import { billOfMaterials, licences, packageFolders } from '../../build/bundled';
import manifest from '../../package.json';

const PROJECT = resolve(__dirname, '../..');
const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');

describe('what the bundle contains of others', () => {
	it('is zod alone, with its licence and in the bill of materials', () => {
		const bill = JSON.parse(read('dist/bom.cdx.json')) as ReturnType<typeof billOfMaterials>;
		expect(bill.metadata.component).toMatchObject({
			name: manifest.name,
			version: manifest.version,
		});
		expect(bill.components).toEqual([
			{
				type: 'library',
				'bom-ref': `pkg:npm/zod@${zod.version}`,
				name: 'zod',
				version: zod.version,
				purl: `pkg:npm/zod@${zod.version}`,
				licenses: [{ license: { id: 'MIT' } }],
			},
		]);
		expect(read('dist/LICENSES.txt')).toContain(read('node_modules/zod/LICENSE').trim());
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

	it('names each package in the licences', () => {
		const two = ['a', 'b'].map((name) => ({
			name,
			version: '1.0.0',
			license: 'MIT',
			text: `© ${name}`,
		}));
		expect(licences(two)).toBe(
			'package.js contains code of these packages.\n\na 1.0.0 (MIT)\n\n© a\n\n---\n\nb 1.0.0 (MIT)\n\n© b\n',
		);
	});
});
