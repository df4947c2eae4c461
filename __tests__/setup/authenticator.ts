import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

type Answer = {
  /** The page that the browser shows. */
  origin?: string;
  rpId?: string;
  /** False for a device that asks for no fingerprint, face or PIN. */
  isVerified?: boolean;
  /** How often the authenticator says that it has signed. Left out: it counts. */
  signCount?: number;
  /** How the authenticator attests the new key. Left out: it doesn't. */
  attest?: (made: Made) => Attestation;
};

/** What an attestation is about: the keys, and what is signed. */
export type Made = { keys: KeyPair; data: Buffer; clientDataHash: Buffer };
/** The format, and the statement in CBOR. */
export type Attestation = { format: string; statement: Buffer };
type KeyPair = { publicKey: KeyObject; privateKey: KeyObject };

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const encode = (data: Buffer) => data.toString('base64url');

/** An authenticator and its browser in software: ES256, without attestation, with passkeys that name their account. */
export class Authenticator {
  readonly credentialId = randomBytes(32);
  readonly #keys: KeyPair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #signCount = 0;
  #userHandle = '';

  get id(): string {
    return encode(this.credentialId);
  }

  /** What `navigator.credentials.create()` returns. */
  create(
    { challenge, user, rp }: { challenge: string; user: { id: string }; rp: { id: string } },
    answer: Answer = {},
  ) {
    this.#userHandle = user.id;
    const data = this.#data({ rpId: rp.id, ...answer }, { hasKey: true });
    const client = clientData('webauthn.create', challenge, answer);
    const { attest = () => ({ format: 'none', statement: map() }) } = answer;
    const { format, statement } = attest({ keys: this.#keys, data, clientDataHash: sha256(client) });
    const attestation = map(
      ...[text('fmt'), text(format), text('attStmt'), statement],
      ...[text('authData'), bytes(data)],
    );
    return {
      id: this.id,
      response: {
        clientDataJSON: encode(client),
        attestationObject: encode(attestation),
        transports: ['internal'],
      },
    };
  }

  /** What `navigator.credentials.get()` returns. */
  get(
    { challenge, rpId }: { challenge: string; rpId: string },
    answer: Answer & { userHandle?: string } = {},
  ) {
    this.#signCount += 1;
    const data = this.#data({ rpId, ...answer }, { hasKey: false });
    const client = clientData('webauthn.get', challenge, answer);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#keys.privateKey);
    return {
      id: this.id,
      response: {
        clientDataJSON: encode(client),
        authenticatorData: encode(data),
        signature: encode(signature),
        userHandle: answer.userHandle ?? this.#userHandle,
      },
    };
  }

  /** Web Authentication, section 6.1. */
  #data(
    { rpId, isVerified = true, signCount = this.#signCount }: Answer & { rpId: string },
    { hasKey }: { hasKey: boolean },
  ): Buffer {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (hasKey ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(signCount);
    const head = Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
    if (!hasKey) return head;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.credentialId.length);
    return Buffer.concat([head, Buffer.alloc(16), length, this.credentialId, this.#coseKey()]);
  }

  /** {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y} */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      bytes(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      bytes(Buffer.from(y, 'base64url')),
    ]);
  }
}

const clientData = (type: string, challenge: string, { origin = 'http://localhost:3000' }: Answer) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/** Of bytes that are signed by the key that they are about. */
export const signedByItself = ({ keys, data, clientDataHash }: Made): Buffer =>
  sign('sha256', Buffer.concat([data, clientDataHash]), keys.privateKey);

/** CBOR in its shortest form, as authenticators write it: a text of up to 23 bytes, and up to 23 items of a list or map. */
export const text = (value: string) =>
  Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
export const bytes = (value: Buffer) =>
  Buffer.concat([
    Buffer.from(value.length < 256 ? [0x58, value.length] : [0x59, value.length >> 8, value.length & 0xff]),
    value,
  ]);
export const list = (...items: Buffer[]) => Buffer.concat([Buffer.from([0x80 + items.length]), ...items]);
/** @param parts key, value, key, value … */
export const map = (...parts: Buffer[]) => Buffer.concat([Buffer.from([0xa0 + parts.length / 2]), ...parts]);
/** The algorithm ES256, which is -7. */
export const ES256 = Buffer.from([0x26]);
