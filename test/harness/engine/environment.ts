/**
 * What n8n-core reads from the environment while it loads, so this file comes before every import of
 * it. Nothing is written: `instance.ts` replaces the settings that would live in this folder.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';

process.env.N8N_USER_FOLDER = join(tmpdir(), 'n8n-engine-of-the-tests');
process.env.N8N_LOG_LEVEL = 'silent';
process.env.N8N_DIAGNOSTICS_ENABLED = 'false';
