import { spawn } from 'node:child_process';

export interface RunOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
}

/**
 * Runs a program to its end. @returns what it wrote to its standard output
 * @throws what it said, when it fails
 */
export async function run(
	program: string,
	args: readonly string[],
	options: RunOptions = {},
): Promise<string> {
	const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
	let output = '';
	let said = '';
	child.stdout.on('data', (text: Buffer) => (output += text.toString()));
	child.stderr.on('data', (text: Buffer) => (said += text.toString()));
	const code = await new Promise<number | null>((resolve, reject) => {
		child.once('error', reject).once('close', resolve);
	});
	if (code === 0) return output;
	const last = (said || output).trim().split('\n').slice(-15).join('\n');
	throw new Error(`${program} ${args.join(' ')} failed (exit code ${code}):\n${last}`);
}
