export function identityOf(manifest: { repository?: { url?: string } }): string;
export function moved(text: string, from: string, to: string): string;
export function repositoriesIn(text: string): string[];
export function setIdentity(
	project: string,
	slug?: string,
	wishes?: Record<string, string | undefined>,
): string[];
export function textFiles(project?: string): string[];
