interface Component {
	type: string;
	'bom-ref': string;
	name: string;
	version: string;
	purl: string;
	licenses: Array<{ license: { id: string } }>;
}

export function packageFolders(inputs: string[]): string[];
export function billOfMaterials(manifest: { name: string; version: string; license: string }): {
	bomFormat: string;
	specVersion: string;
	version: number;
	metadata: { component: Component };
	components: never[];
};
