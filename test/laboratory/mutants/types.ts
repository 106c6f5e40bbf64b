import { join } from 'node:path';
import ts from 'typescript';
import { PROJECT, textOf } from '../../docs/pages';
import type { Mutant } from './instrument';

/** Whether the compiler takes a file with a mutant in it, as the build would. */
export class Types {
	private changed = { file: '', text: '', version: 0 };
	private readonly service: ts.LanguageService;

	constructor() {
		const path = join(PROJECT, 'tsconfig.json');
		const { options, fileNames } = ts.parseJsonConfigFileContent(
			ts.readConfigFile(path, ts.sys.readFile).config,
			ts.sys,
			PROJECT,
		);
		this.service = ts.createLanguageService({
			getCompilationSettings: () => options,
			getScriptFileNames: () => fileNames,
			getCurrentDirectory: () => PROJECT,
			getDefaultLibFileName: ts.getDefaultLibFilePath,
			getScriptVersion: (file) => (file === this.changed.file ? String(this.changed.version) : '0'),
			getScriptSnapshot: (file) => {
				const text = file === this.changed.file ? this.changed.text : ts.sys.readFile(file);
				return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
			},
			fileExists: ts.sys.fileExists,
			readFile: ts.sys.readFile,
			directoryExists: ts.sys.directoryExists,
		});
	}

	hold({ file, from, to, replacement }: Mutant): boolean {
		const text = textOf(file);
		this.changed = {
			file: join(PROJECT, file),
			text: text.slice(0, from) + replacement + text.slice(to),
			version: this.changed.version + 1,
		};
		const { service } = this;
		const path = this.changed.file;
		return (
			[...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path)].length ===
			0
		);
	}
}
