import { generateKeyPairSync, sign } from 'node:crypto';

/** A key, and a certificate (X.509) that it has signed itself: not everybody who runs the tests has OpenSSL. */
export function selfSigned(): { key: string; cert: string } {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const commonName = sequence(OBJECT.commonName, element(0x0c, Buffer.from('A test')));
	const name = sequence(element(0x31, commonName));
	const signedWith = sequence(OBJECT.ecdsaWithSha256);
	const toSign = sequence(
		element(0x02, Buffer.from([1])),
		signedWith,
		name,
		sequence(time('200101000000Z'), time('491231235959Z')),
		name,
		publicKey.export({ type: 'spki', format: 'der' }),
	);
	const signature = sign('sha256', toSign, privateKey);
	const certificate = sequence(toSign, signedWith, element(0x03, Buffer.from([0]), signature));
	return {
		key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
		cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
	};
}

const OBJECT = {
	commonName: Buffer.from('0603550403', 'hex'),
	ecdsaWithSha256: Buffer.from('06082a8648ce3d040302', 'hex'),
};

const sequence = (...parts: Buffer[]) => element(0x30, ...parts);

const time = (text: string) => element(0x17, Buffer.from(text));

/** An element of ASN.1 in DER: its tag, its length in one byte or in three, and what it holds. */
function element(tag: number, ...parts: Buffer[]): Buffer {
	const { length } = Buffer.concat(parts);
	const inBytes = length < 128 ? [length] : [0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.from([tag, ...inBytes]), ...parts]);
}
