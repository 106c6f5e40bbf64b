import { STATUS_CODES } from 'node:http';
import type { LoggedRequest, Service } from '../../harness/service';
import type { Story } from './story';

const LOOK_EVERY_MS = 20;
const UUID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

/** Shows each request as the service saw it, while the workflow is still running. */
export class Wire {
	private last: LoggedRequest | undefined;

	constructor(
		private readonly service: Service,
		private readonly story: Story,
	) {}

	/** Shows what comes over the wire until the work is done. */
	async during<T>(work: Promise<T>): Promise<T> {
		const looking = setInterval(() => this.look(), LOOK_EVERY_MS);
		try {
			return await work;
		} finally {
			clearInterval(looking);
			await this.service.idle();
			this.look();
		}
	}

	private look(): void {
		const shown = this.last?.sequence ?? 0;
		for (const request of this.service.log) {
			if (request.sequence <= shown) continue;
			if (request.status === null) return;
			this.show(request, request.status);
		}
	}

	private show(request: LoggedRequest, status: number): void {
		const waited = this.last && isSetback(this.last) ? request.realAt - this.last.realAt : 0;
		if (waited > 0) {
			this.story.happened(`the node waited ${(waited / 1000).toFixed(2)} s before it went on`);
		}
		this.last = request;
		const path = decodeURIComponent(request.url.replace(/^\/api/, ''));
		const short = path.replace(UUID, (id) => `${id.slice(0, 4)}…`);
		const answer = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
		this.story.happened(`${request.method} ${short}${aboutWhom(request)} → ${answer}`);
	}
}

/** An answer after which the node waits before it asks again. */
function isSetback({ status }: LoggedRequest): boolean {
	return status === 429 || (status !== null && status >= 500);
}

function aboutWhom({ body }: LoggedRequest): string {
	if (typeof body !== 'object' || body === null || !('recipient_email' in body)) return '';
	return ` for ${String(body.recipient_email)}`;
}
