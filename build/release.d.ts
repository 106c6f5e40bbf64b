export function hashOf(file: string): string;
export function problemOfTag(tag: string, project?: string): string | undefined;
