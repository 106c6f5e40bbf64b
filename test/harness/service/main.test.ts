import { spawn } from 'node:child_process';
import { join } from 'node:path';

function run(...args: string[]) {
	const tsx = require.resolve('tsx/cli');
	return spawn(process.execPath, [tsx, join(__dirname, 'main.ts'), ...args]);
}

test('the command says what is in it, answers, and ends on Ctrl-C', async () => {
	const child = run('--port', '0', '--dialect', 'nested', '--surveys', '2', '--rate', '60/10');
	let output = '';
	const ready = new Promise<void>((resolve, reject) => {
		child.once('exit', () => reject(new Error(output)));
		child.stdout.on('data', (data) => {
			output += String(data);
			if (output.includes('Try it')) resolve();
		});
	});
	await ready;
	const [, command] = /curl -H '(.+?)' http\S+\/me\n/.exec(output) ?? [];
	const [url] = /http\S+\/me\n/.exec(output) ?? [];
	const answered = await fetch(String(url).trim(), {
		headers: { authorization: String(command).replace('Authorization: ', '') },
	});
	expect(answered.status).toBe(200);
	expect(output).toContain('Customer relationship');
	const [, page = ''] = /Open (http\S+) in a browser/.exec(output) ?? [];
	expect(await (await fetch(page)).text()).toContain('Complete an interview');
	const ended = new Promise((resolve) => child.once('exit', resolve));
	child.kill('SIGINT');
	await ended;
});

test('a wrong option is explained', async () => {
	const child = run('--dialect', 'klingon');
	let output = '';
	child.stderr.on('data', (data) => (output += String(data)));
	const code = await new Promise((resolve) => child.once('close', resolve));
	expect([code, output]).toEqual([1, expect.stringContaining('plain, nested or wide')]);
});
