/**
 * What the bundle contains of other packages: their licences, which must go along, and a bill of materials
 * in the CycloneDX format. Both are made from what esbuild says it has read.
 */
const fs = require('node:fs/promises');
const path = require('node:path');

/** The folders of the packages among the files that esbuild has read. */
function packageFolders(inputs) {
	const folders = inputs.flatMap((file) => {
		const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file) ?? [];
		return folder ? [folder] : [];
	});
	return [...new Set(folders)].sort();
}

/** @returns name, version, licence and the licence's text of each package in a bundle */
async function bundledPackages(project, inputs) {
	return await Promise.all(
		packageFolders(inputs).map(async (folder) => {
			const place = path.join(project, folder);
			const manifest = JSON.parse(await fs.readFile(path.join(place, 'package.json'), 'utf8'));
			const licenceFile = (await fs.readdir(place)).find((name) => /^licen[cs]e/i.test(name));
			if (!licenceFile) throw new Error(`${manifest.name} has no licence file`);
			const text = await fs.readFile(path.join(place, licenceFile), 'utf8');
			const { name, version, license } = manifest;
			return { name, version, license, text: text.trim() };
		}),
	);
}

/** The licences, one after the other. */
function licences(packages) {
	const parts = packages.map(
		({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`,
	);
	return `package.js contains code of these packages.\n\n${parts.join('\n---\n\n')}`;
}

/** CycloneDX 1.6, as JSON. No time and no serial number: the same build gives the same file. */
function billOfMaterials(manifest, packages) {
	const component = ({ name, version, license }, type) => ({
		type,
		'bom-ref': `pkg:npm/${name}@${version}`,
		name,
		version,
		purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
		licenses: [{ license: { id: license } }],
	});
	return {
		bomFormat: 'CycloneDX',
		specVersion: '1.6',
		version: 1,
		metadata: { component: component(manifest, 'library') },
		components: packages.map((one) => component(one, 'library')),
	};
}

module.exports = { billOfMaterials, bundledPackages, licences, packageFolders };
