import * as z from 'zod/mini';
import { type ImportMapping, importDetails, type ReportFormat } from '@/lib/contract/import';
import {
  importReportCall,
  listImportEntriesCall,
  listImportsCall,
  listSkippedCall,
} from '@/lib/contract/import-calls';
import { importTasks } from '@/server/commands/imports/run-imports';
import type { Deps } from '@/server/deps';
import type { SignedInUser, TestApp } from './signed-in-user';
import { runNext } from './tasks';

export type Moderator = Pick<SignedInUser, 'headers'>;

/** The requests about imports, and the job behind them. */
export function setUpImportCalls(api: TestApp) {
  const base = '/api/moderation/imports';
  const detailsOf = ({ body }: { body: unknown }) => z.object({ import: importDetails }).parse(body).import;
  const upload = ({ headers }: Moderator, content: string | Buffer, name = 'list.md') => {
    const form = new FormData();
    form.set('file', new File([new Uint8Array(Buffer.from(content))], name));
    return api.request('POST', '/api/moderation/import', { headers, body: form });
  };
  const post = ({ headers }: Moderator, path: string, body?: object) =>
    api.request('POST', `${base}/${path}`, { headers, body });
  /** Does all work of the job. */
  const work = async (parts: Partial<Deps> = {}) => {
    while (await runNext(importTasks, { ...api.deps(), ...parts }, new AbortController().signal));
  };
  const report = ({ headers }: Moderator, id: string, format: ReportFormat, after?: string) =>
    api.request('GET', `${base}/${id}/report?format=${format}${after ? `&after=${after}` : ''}`, { headers });
  const find = async ({ headers }: Moderator, id: string) =>
    detailsOf(await api.request('GET', `${base}/${id}`, { headers }));

  return {
    upload,
    work,
    find,
    detailsOf,
    fetchList: ({ headers }: Moderator, url: string) =>
      api.request('POST', '/api/moderation/import/url', { headers, body: { url } }),
    /** As a moderator who has seen the present mapping, unless `seen` names an earlier one. */
    map: async (by: Moderator, id: string, mapping: ImportMapping, seen?: number) => {
      const body = { ...mapping, seen: seen ?? (await find(by, id)).mappingVersion };
      return api.request('PUT', `${base}/${id}/mapping`, { headers: by.headers, body });
    },
    start: async (by: Moderator, id: string, seen?: number) =>
      post(by, `${id}/start`, { seen: seen ?? (await find(by, id)).mappingVersion }),
    cancel: (by: Moderator, id: string) => post(by, `${id}/cancel`),
    undo: (by: Moderator, id: string) => post(by, `${id}/undo`),
    report,
    /** All parts of a report, and how many there are. */
    reportOf: async (by: Moderator, id: string, format: ReportFormat) => {
      const texts: string[] = [];
      for (let after: string | null | undefined; after !== null;) {
        const part = importReportCall.answer.parse((await report(by, id, format, after)).body);
        texts.push(part.text);
        after = part.nextCursor;
      }
      return { text: texts.join(''), partCount: texts.length };
    },
    skipped: async ({ headers }: Moderator, id: string) =>
      listSkippedCall.answer.parse((await api.request('GET', `${base}/${id}/skipped`, { headers })).body),
    /** Uploads a list and waits for its preview. */
    preview: async (by: Moderator, content: string | Buffer, name?: string) => {
      const { id } = detailsOf(await upload(by, content, name));
      await work();
      return find(by, id);
    },
    entries: async ({ headers }: Moderator, id: string, outcome: string, after?: string) =>
      listImportEntriesCall.answer.parse(
        (
          await api.request(
            'GET',
            `${base}/${id}/entries?outcome=${outcome}${after ? `&after=${after}` : ''}`,
            {
              headers,
            },
          )
        ).body,
      ),
    list: async ({ headers }: Moderator, after?: string) =>
      listImportsCall.answer.parse(
        (await api.request('GET', `${base}${after ? `?after=${after}` : ''}`, { headers })).body,
      ),
  };
}

export const markdownList = (names: readonly string[], heading = 'Editors') =>
  [
    '# A list of tools',
    `## ${heading}`,
    ...names.map(
      (name) => `- [${name}](https://${name.toLowerCase()}.example) - ${name} is a tool for texts.`,
    ),
  ].join('\n');
