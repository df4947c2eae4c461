import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { siteFileJSONSchema } from '@/server/fields/site-schema';

const file = 'site.schema.json';

/** The JSON Schema of the site file, as the types of fields make it. */
export const documentSiteFile = async (): Promise<string> =>
  format(JSON.stringify(siteFileJSONSchema()), { ...(await resolveConfig(file)), filepath: file });

if (process.argv.includes('--write')) writeFileSync(file, await documentSiteFile());
