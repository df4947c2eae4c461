import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { ImageStore } from './image-store';

export type S3Config = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const timeoutMs = 10_000;
const retriesMax = 3;

/** Stores images in a bucket of any S3-compatible service, with path-style URLs: `<endpoint>/<bucket>/images/<name>`. */
export function createS3Store({
  endpoint,
  region,
  bucket,
  accessKeyId,
  secretAccessKey,
}: S3Config): ImageStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: retriesMax });
  async function send(method: string, name: string, body?: Buffer): Promise<Response> {
    const url = `${endpoint.replace(/\/+$/, '')}/${bucket}/images/${name}`;
    const response = await client.fetch(url, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && {
        body: new Uint8Array(body),
        headers: { 'content-type': 'application/octet-stream' },
      }),
    });
    if (response.ok || response.status === 404) return response;
    throw new Error(
      `The bucket answered ${method} ${name} with ${response.status}: ${await response.text()}`,
    );
  }
  return {
    async write(name, bytes) {
      const { status } = await send('PUT', name, bytes);
      if (status === 404) throw new Error(`There is no bucket ${bucket} at ${endpoint}`);
    },
    async read(name) {
      const response = await send('GET', name);
      if (response.status !== 404) return Buffer.from(await response.arrayBuffer());
      await response.body?.cancel();
      return undefined;
    },
    async delete(names) {
      for (const name of names) await (await send('DELETE', name)).body?.cancel();
    },
    // A bucket has a file when its upload is complete, and nothing before.
    deleteLeftovers: () => Promise.resolve(),
    place: () =>
      Promise.resolve(`bucket ${createHash('sha256').update(`${endpoint}\n${bucket}`).digest('base64url')}`),
  };
}
