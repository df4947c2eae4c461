import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { type Attestation, bytes, ES256, list, type Made, map, signedByItself, text } from './authenticator';

/** The attestation of an authenticator without a certificate: the new key signs for itself. */
export const selfAttestation = (made: Made): Attestation => ({
  format: 'packed',
  statement: map(text('alg'), ES256, text('sig'), bytes(signedByItself(made))),
});

/**
 * An attestation as Android's key store makes it, with a chain of certificates that anybody can make.
 *
 * @param listURL where the revoked certificates are, says the certificate.
 */
export const ownChainAttestation =
  (format: string, listURL: string) =>
  (made: Made): Attestation => {
    const root = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const [own, issuer] = [{ name: 'Own root', key: root.publicKey }, root.privateKey];
    const leaf = { name: 'Key', key: made.keys.publicKey };
    const extensions = [revokedAt(listURL), keyDescription(made.clientDataHash)];
    return {
      format,
      statement: map(
        ...[text('alg'), ES256, text('sig'), bytes(signedByItself(made))],
        ...[
          text('x5c'),
          list(...[certificate(leaf, issuer, extensions), certificate(own, issuer, [])].map(bytes)),
        ],
      ),
    };
  };

type Subject = { name: string; key: KeyObject };

/** A certificate of X.509, version 3, that the root has signed. */
function certificate({ name, key }: Subject, issuer: KeyObject, extensions: Buffer[]): Buffer {
  const algorithm = sequence(oid('2a8648ce3d040302'));
  const validity = sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z')));
  const content = sequence(
    ...[der(0xa0, integer(2)), integer(name.length), algorithm, nameOf('Own root'), validity, nameOf(name)],
    ...[key.export({ type: 'spki', format: 'der' }), der(0xa3, sequence(...extensions))],
  );
  return sequence(content, algorithm, der(0x03, Buffer.from([0]), sign('sha256', content, issuer)));
}

/** The extension with the address of the list of revoked certificates. */
const revokedAt = (url: string) =>
  extension('551d1f', sequence(sequence(der(0xa0, der(0xa0, der(0x86, Buffer.from(url)))))));

/** The extension of Android's key store, which repeats the challenge. */
const keyDescription = (challenge: Buffer) =>
  extension(
    '2b06010401d679020111',
    sequence(
      ...[integer(3), der(0x0a, Buffer.from([1])), integer(4), der(0x0a, Buffer.from([1]))],
      ...[der(0x04, challenge), der(0x04), sequence(), sequence()],
    ),
  );

const nameOf = (name: string) => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));
const extension = (id: string, value: Buffer) => sequence(oid(id), der(0x04, value));
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const integer = (value: number) => der(0x02, Buffer.from([value]));
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);

/** A value in DER: its tag, its length and its parts. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}
