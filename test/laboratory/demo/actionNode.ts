import type { INodeParameters } from 'n8n-workflow';
import type { NodeSpec } from '../../harness/engine';
import { ACTION } from '../../harness/support/names';

/**
 * The package's action node, as somebody places and fills it in the editor.
 *
 * @param does resource and operation, for example `invitation createPersonal`
 */
export function action(name: string, does: string, parameters: INodeParameters = {}): NodeSpec {
	const [resource = '', operation = ''] = does.split(' ');
	return { name, type: ACTION, parameters: { resource, operation, ...parameters } };
}
