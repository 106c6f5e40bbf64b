/**
 * The services that n8n's command line sets up before it runs anything: a logger that the tests can
 * read, and instance settings that live in memory, where n8n would write a file in the home folder.
 */
import './environment';

import { join } from 'node:path';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { InstanceSettings } from 'n8n-core';
import { SSHClientsManager } from 'n8n-core/dist/execution-engine/ssh-clients-manager';
import { logger } from './logs';

const folder = join(process.env.N8N_USER_FOLDER ?? '', '.n8n');

const settings: Partial<InstanceSettings> = {
	n8nFolder: folder,
	nodesDownloadDir: join(folder, 'nodes'),
	customExtensionDir: join(folder, 'custom'),
	instanceId: 'engine-of-the-tests',
	instanceType: 'main',
	instanceRole: 'leader',
	hostId: 'main-engine-of-the-tests',
	hmacSignatureSecret: 'signs nothing that leaves the process',
	encryptionKey: 'encrypts nothing that leaves the process',
	isLeader: true,
	isFollower: false,
	isWorker: false,
	isMultiMain: false,
	isSingleMain: true,
	isDocker: false,
};

Container.set(Logger, logger as unknown as Logger);
Container.set(InstanceSettings, settings as InstanceSettings);
Container.set(SSHClientsManager, {} as SSHClientsManager);
