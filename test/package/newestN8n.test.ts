/** Which n8n `npm run lab -- newest-n8n` tries, and what on. */
import {
	candidates,
	majorOfNode,
	newestOfMajor,
	overridesToTry,
	reasonOf,
} from '../n8n/install/newest';
import { LINES, VERSIONS } from '../n8n/install/versions';

const PUBLISHED = ['1.123.9', '1.123.10', '2.0.3', '2.9.0', '2.10.1', '2.11.0-beta.1', '3.0.0'];

it.each([
	['1.123.x', '1.123.9', ['1.123.10', '1.123.9']],
	['2.0.x', '2.0.3', ['2.0.3']],
	['2.x', '2.0.3', ['2.10.1', '2.9.0', '2.0.3']],
])('line %s after %s: %j', (line, before, expected) => {
	expect(candidates(line, PUBLISHED, before)).toEqual(expected);
});

it('a version that is gone from the registry is still tried, last', () => {
	expect(candidates('2.0.x', [], '2.0.3')).toEqual(['2.0.3']);
});

it('a newer one is tried without overrides that it may not need, then with those from before', () => {
	const before = { n8n: '2.9.0', node: '22.1.0', overrides: { xlsx: '0.18.5', other: '1.0.0' } };
	expect(overridesToTry('2.9.0', before)).toEqual([before.overrides]);
	expect(overridesToTry('2.10.1', before)).toEqual([{ xlsx: '0.18.5' }, before.overrides]);
	const without = { ...before, overrides: { xlsx: '0.18.5' } };
	expect(overridesToTry('2.10.1', without)).toEqual([{ xlsx: '0.18.5' }]);
});

it.each([
	['>=20.19 <= 24.x', 20, 20],
	['>=24.0.0', 22, 24],
	['>=22.16', 24, 24],
	['', 20, 20],
])('n8n on %j, after Node.js %d: %d', (engines, before, major) => {
	expect(majorOfNode(engines, before)).toBe(major);
});

it('the newest Node.js of a major version, if there is one', () => {
	expect(newestOfMajor(24, ['22.1.0', '24.9.0', '24.10.0', '25.0.0'])).toBe('24.10.0');
	expect(newestOfMajor(26, ['24.9.0'])).toBeUndefined();
});

it('says why a version does not install, without what npm puts around it', () => {
	const said = [
		'npm install failed (exit code 1):',
		'npm error code ETARGET',
		'npm error notarget No matching version found for @n8n/agents@0.26.2.',
		'npm error A complete log of this run can be found in: /somewhere',
	].join('\n');
	expect(reasonOf(new Error(said))).toBe('No matching version found for @n8n/agents@0.26.2.');
	expect(reasonOf(new Error('npm failed:\nnpm error code E404'))).toBe('code E404');
	expect(reasonOf(new Error('npm lacks it.'))).toBe('npm lacks it.');
});

it('each version that was found belongs to its line', () => {
	for (const line of LINES) expect(VERSIONS[line].n8n.startsWith(line.slice(0, -1))).toBe(true);
});
