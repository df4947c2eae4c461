import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { requireMeasured } from '../setup/measured';
import { bombs, type NamedImage, pictures } from './hostile-images';
import { serveSite, type ServedSite } from './served-site';

const memoryMbMax = 150;
const delayMsMax = 10_000;
const waitMsMax = 60_000;
const accepted = z.object({ imageURL: z.string() });

type Outcome = { name: string; status: number; ms: number };

/**
 * Uploads pictures alone, and then at the same time as four bombs. The bombs may cost the site, with its child
 * processes, 150 MB of memory, and each picture 10 seconds.
 */
export async function drillImages(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'drill-images-'));
  const site = await serveSite(join(folder, 'data'), bombs.length + 2);
  try {
    const files = await makeAll(pictures);
    await uploadAll(site, 0, files);
    // The process of the first images has ended, and the memory of the site is that of a site without uploads.
    await sleep(8_000);
    const restMb = memoryMb(site.pid);
    const alone = await watch(site, () => uploadAll(site, 1, files));
    report('pictures alone', alone, restMb);

    for (const [index, four] of bombs.entries()) {
      const hostile = await makeAll(four);
      await sleep(8_000);
      const watched = await watch(site, () => uploadAll(site, index + 2, [...hostile, ...files]));
      const { outcomes, peakMb } = watched;
      report(`with ${four.map(({ name }) => name).join(', ')}`, watched, restMb);
      for (const { name, ms: aloneMs } of alone.outcomes) {
        const found = outcomes.find((outcome) => outcome.name === name);
        assert.equal(found?.status, 200, `${name} was not processed`);
        assert.ok(
          found.ms - aloneMs <= delayMsMax,
          `${name} was delayed by ${(found.ms - aloneMs).toFixed(0)} ms`,
        );
      }
      assert.ok(peakMb - restMb <= memoryMbMax, `The memory grew by ${(peakMb - restMb).toFixed(0)} MB`);
      assert.deepEqual(
        outcomes.filter(({ status }) => status >= 500),
        [],
      );
    }
  } finally {
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Watched = { outcomes: Outcome[]; peakMb: number; childPeakMb: number };

function report(title: string, { outcomes, peakMb, childPeakMb }: Watched, restMb: number): void {
  const growthMb = (peakMb - restMb).toFixed(0);
  console.log(`  ${title}: at most ${growthMb} MB above rest, child process ${childPeakMb.toFixed(0)} MB`);
  for (const { name, status, ms } of outcomes)
    console.log(`    ${name}: ${status} after ${ms.toFixed(0)} ms`);
}

type ImageFile = { name: string; bytes: Buffer };

const makeAll = async (images: readonly NamedImage[]): Promise<ImageFile[]> => {
  const files: ImageFile[] = [];
  for (const { name, make } of images) files.push({ name, bytes: await make() });
  return files;
};

const uploadAll = (site: ServedSite, member: number, files: readonly ImageFile[]): Promise<Outcome[]> =>
  Promise.all(files.map((file) => upload(site, member, file)));

/** Uploads an image and waits until its URL answers with the image or a refusal. */
async function upload(
  { url, memberHeaders }: ServedSite,
  member: number,
  { name, bytes }: ImageFile,
): Promise<Outcome> {
  const startedAtMs = performance.now();
  const form = new FormData();
  form.set('file', new File([new Uint8Array(bytes)], name));
  const response = await fetch(`${url}/api/user/private/images`, {
    method: 'POST',
    headers: { ...memberHeaders[member], 'x-forwarded-for': `203.0.113.${member}` },
    body: form,
  });
  const body: unknown = await response.json();
  if (response.status !== 202) return { name, status: response.status, ms: performance.now() - startedAtMs };
  const { imageURL } = accepted.parse(body);
  for (;;) {
    const { status } = await fetch(new URL(imageURL, url), { method: 'HEAD' });
    const ms = performance.now() - startedAtMs;
    if (status !== 423 || ms > waitMsMax) return { name, status, ms };
    await sleep(50);
  }
}

async function watch(site: ServedSite, run: () => Promise<Outcome[]>): Promise<Watched> {
  let peakMb = 0;
  let childPeakMb = 0;
  const watching = setInterval(() => {
    const wholeMb = memoryMb(site.pid);
    peakMb = Math.max(peakMb, wholeMb);
    childPeakMb = Math.max(childPeakMb, wholeMb - ownMb(site.pid));
  }, 50);
  try {
    return { outcomes: await run(), peakMb, childPeakMb };
  } finally {
    clearInterval(watching);
  }
}

/** Memory of a process and its children. Pages that several processes share count in parts (PSS). */
function memoryMb(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, each) => sum + ownMb(each), 0);
}

function ownMb(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return requireMeasured(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]) / 1_024;
  } catch {
    // The process has ended.
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}
