/**
 * n8n's verification scan, as it runs on a package that is submitted: over the sources, and over what
 * is in the tarball. Inline disables do not count, and nothing is fetched.
 */
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { packAndUnpack, PROJECT } from './pack.js';

const scans = [
	['sources', PROJECT, SOURCE_FILE_PATTERNS],
	['unpacked tarball', packAndUnpack().unpacked, ['**/*.js', 'package.json']],
];

for (const [name, folder, patterns] of scans) {
	const { passed, message, details } = await analyzePackage(folder, patterns);
	// "No files found" passes in n8n's eyes; here it means that nothing was looked at.
	const clean = passed && message === undefined;
	console.log(`verification scan, ${name}: ${clean ? 'passed' : `FAILED: ${message}`}`);
	if (details) console.log(details);
	if (!clean) process.exitCode = 1;
}
