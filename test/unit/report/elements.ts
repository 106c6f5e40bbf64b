/** The elements of a mail, to look for what stands in them. */
import type { DefaultTreeAdapterMap } from 'parse5';

export type Node = DefaultTreeAdapterMap['node'];
export type Element = DefaultTreeAdapterMap['element'];

/** An element and all within it. */
export const elementsIn = (node: Node): Element[] => [
	...('tagName' in node ? [node] : []),
	...('childNodes' in node ? node.childNodes.flatMap(elementsIn) : []),
];
export const attributeOf = (element: Element, name: string) =>
	element.attrs.find((one) => one.name === name)?.value ?? '';
export const textIn = (node: Node): string =>
	'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textIn).join('') : '';
export const rowsIn = (node: Node) => elementsIn(node).filter(({ tagName }) => tagName === 'tr');
export const cellsIn = (node: Node) => elementsIn(node).filter(({ tagName }) => tagName === 'td');
/** The elements directly in it. */
export const childrenOf = (element: Element) =>
	element.childNodes.filter((one): one is Element => 'tagName' in one);
