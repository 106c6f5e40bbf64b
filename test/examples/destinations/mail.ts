/** An email as somebody reads it. */
export interface Mail {
	/** The addresses that the envelope names. */
	from: string;
	to: string[];
	/** By lower-case name; decoded. */
	headers: Record<string, string>;
	subject: string;
	text: string;
}

/** Reads what an SMTP client sent: headers and one plain part, in the encodings that mail knows. */
export function readMail(from: string, to: string[], raw: string): Mail {
	const end = raw.indexOf('\r\n\r\n');
	// A header goes on in the next line when that begins with a blank.
	const lines = raw
		.slice(0, end)
		.replace(/\r\n[ \t]+/g, ' ')
		.split('\r\n');
	const headers = Object.fromEntries(
		lines.map((line) => {
			const colon = line.indexOf(':');
			return [line.slice(0, colon).toLowerCase(), words(line.slice(colon + 1).trim())];
		}),
	);
	const encoding = headers['content-transfer-encoding']?.toLowerCase() ?? '7bit';
	const body = decoded(raw.slice(end + 4), encoding);
	// A line that ends with a blank goes on in the next one.
	const isFlowed = headers['content-type']?.includes('format=flowed');
	const text = (isFlowed ? body.replace(/ \r\n/g, ' ') : body).replaceAll('\r\n', '\n').trimEnd();
	return { from, to, headers, subject: headers.subject ?? '', text };
}

function decoded(body: string, encoding: string): string {
	if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
	return encoding === 'quoted-printable' ? quotedPrintable(body) : body;
}

function quotedPrintable(text: string): string {
	const bytes = text
		.replace(/=\r\n/g, '')
		.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
	return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** `=?UTF-8?Q?…?=`, which is how other than English letters come in a header. */
function words(header: string): string {
	return header
		.replace(/\?=\s+=\?/g, '?==?')
		.replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
			kind.toLowerCase() === 'b'
				? Buffer.from(word, 'base64').toString('utf8')
				: quotedPrintable(word.replaceAll('_', ' ')),
		);
}
