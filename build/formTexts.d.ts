import type { Node, SourceFile } from 'typescript';

export const DECLARATIONS: RegExp;

export function formTextsIn(source: SourceFile): Node[];
