import { IMPORT_LIMITS } from '@/lib/contract/import';
import { imports } from '@/server/db/schema/import-schema';
import { markdownList, setUpImportCalls } from '../../../setup/import-calls';
import { setUpModerationCalls } from '../../../setup/moderation-calls';
import { noRateLimits } from '../../../setup/no-rate-limits';
import { setUpTestApp } from '../../../setup/test-app';

const api = setUpTestApp({}, { rateLimits: noRateLimits });
const { buildModerator } = setUpModerationCalls(api);
const { upload } = setUpImportCalls(api);

it('admits no more lists at once than may wait', async () => {
  const moderator = await buildModerator('mo');
  const sent = Array.from({ length: IMPORT_LIMITS.previewsMax + 10 }, (_, index) =>
    upload(moderator, markdownList([`Tool ${index}`])),
  );
  const statuses = (await Promise.all(sent)).map(({ status }) => status);

  expect(statuses.filter((status) => status < 300)).toHaveLength(IMPORT_LIMITS.previewsMax);
  expect(statuses.filter((status) => status === 409)).toHaveLength(10);
  expect(await api.db.select().from(imports)).toHaveLength(IMPORT_LIMITS.previewsMax);
});
