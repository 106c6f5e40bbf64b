import {
	ICredentials,
	UnexpectedError,
	type ICredentialDataDecryptedObject,
	type INodeCredentialsDetails,
} from 'n8n-workflow';

/** Where n8n has a row of ciphertext, this is the plain data. */
export class StoredCredential extends ICredentials {
	constructor(
		details: INodeCredentialsDetails,
		type: string,
		private plain: ICredentialDataDecryptedObject,
	) {
		super(details, type);
	}

	async getData() {
		return structuredClone(this.plain);
	}

	async setData(data: ICredentialDataDecryptedObject) {
		this.plain = structuredClone(data);
	}

	async updateData(changed: ICredentialDataDecryptedObject, removed: string[] = []) {
		Object.assign(this.plain, changed);
		for (const key of removed) delete this.plain[key];
	}

	getDataToSave(): never {
		throw new UnexpectedError('The test engine keeps no ciphertext');
	}
}
