import { createServer, type Socket } from 'node:net';
import { readMail, type Mail } from './mail';
import { endable, listen } from './network';

/** A mail server that keeps what it gets and sends nothing on. */
export interface Mailbox {
	port: number;
	mails: Mail[];
	/** While true, no mail is taken. */
	isDown: boolean;
	/** Says of single mails that they are not taken; a promise has whoever sends it wait. */
	refuses: (mail: Mail) => boolean | Promise<boolean>;
	stop(): Promise<void>;
}

export async function startMailbox(): Promise<Mailbox> {
	const server = createServer((socket) => converse(socket, mailbox));
	const { stop } = endable(server);
	const mailbox: Mailbox = {
		port: await listen(server),
		mails: [],
		isDown: false,
		refuses: () => false,
		stop,
	};
	return mailbox;
}

/** SMTP, as little of it as a client needs that signs in nowhere. */
function converse(socket: Socket, mailbox: Mailbox): void {
	let from = '';
	let to: string[] = [];
	let heard = '';
	let isData = false;
	const say = (line: string) => void socket.write(`${line}\r\n`);
	const address = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? '';

	const command = (line: string) => {
		switch (line.slice(0, 4).toUpperCase()) {
			case 'EHLO':
			case 'HELO':
				return say('250 recorder');
			case 'MAIL':
				from = address(line);
				to = [];
				return say(mailbox.isDown ? '451 Not now' : '250 OK');
			case 'RCPT':
				to.push(address(line));
				return say('250 OK');
			case 'DATA':
				isData = true;
				return say('354 Go on');
			case 'RSET':
			case 'NOOP':
				return say('250 OK');
			case 'QUIT':
				say('221 Bye');
				return void socket.end();
			default:
				return say('502 Not known');
		}
	};
	/** Takes what is complete. @returns whether there was something */
	const take = (): boolean => {
		const end = isData ? '\r\n.\r\n' : '\r\n';
		const place = heard.indexOf(end);
		if (place < 0) return false;
		const part = heard.slice(0, place);
		heard = heard.slice(place + end.length);
		if (!isData) {
			command(part);
			return true;
		}
		isData = false;
		// A dot that begins a line was doubled, so that it is not taken for the end.
		const mail = readMail(from, to, part.replaceAll('\r\n..', '\r\n.'));
		void Promise.resolve(mailbox.refuses(mail)).then((isRefused) => {
			if (isRefused) return say('451 Not this one');
			mailbox.mails.push(mail);
			say('250 Taken');
		});
		return true;
	};
	socket.setEncoding('utf8').on('data', (text: string) => {
		heard += text;
		while (take());
	});
	say('220 recorder');
}
