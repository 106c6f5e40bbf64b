/**
 * What the bundle contains of other packages, which is nothing, and the bill of materials that says so, in the
 * CycloneDX format. Who bundles a package must ship its licence too.
 */

/** The folders of the packages among the files that esbuild has read. */
function packageFolders(inputs) {
	const folders = inputs.flatMap((file) => {
		const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file) ?? [];
		return folder ? [folder] : [];
	});
	return [...new Set(folders)].sort();
}

/** CycloneDX 1.6, as JSON. No time and no serial number: the same build gives the same file. */
function billOfMaterials({ name, version, license }) {
	const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
	const component = {
		type: 'library',
		'bom-ref': purl,
		name,
		version,
		purl,
		licenses: [{ license: { id: license } }],
	};
	const metadata = { component };
	return { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata, components: [] };
}

module.exports = { billOfMaterials, packageFolders };
