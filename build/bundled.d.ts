export interface BundledPackage {
	name: string;
	version: string;
	license: string;
	text: string;
}

interface Component {
	type: string;
	'bom-ref': string;
	name: string;
	version: string;
	purl: string;
	licenses: Array<{ license: { id: string } }>;
}

export function packageFolders(inputs: string[]): string[];
export function bundledPackages(project: string, inputs: string[]): Promise<BundledPackage[]>;
export function licences(packages: BundledPackage[]): string;
export function billOfMaterials(
	manifest: { name: string; version: string; license: string },
	packages: BundledPackage[],
): {
	bomFormat: string;
	specVersion: string;
	version: number;
	metadata: { component: Component };
	components: Component[];
};
