import { findReleaseFaults, readRelease, type Release } from './release';

const hash = 'a'.repeat(64);
const fixture = `INSERT INTO migrations (name, hash, applied_at) VALUES ('0001_first.sql', '${hash}', now());`;
const ready: Release = {
  version: '0.2.0',
  lockVersion: '0.2.0',
  changelog: '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n- Something.\n',
  migrations: [{ name: '0001_first.sql', hash }],
  fixtures: new Map([['0.2', fixture]]),
  today: '2026-12-01',
};

it('finds nothing in a tree that is ready', () => {
  expect(findReleaseFaults(ready)).toEqual([]);
});

it.each<[Partial<Release>, string]>([
  [{ lockVersion: '0.1.0' }, 'package-lock.json says 0.1.0'],
  [{ version: '0.2', lockVersion: '0.2' }, 'not like 1.2.3'],
  [
    { changelog: ready.changelog.replace('[Unreleased]', '[Unreleased]\n\n- New.') },
    '1 entries below "Unreleased"',
  ],
  [{ changelog: '## [Unreleased]\n\n## [0.1.0] - 2026-01-01\n' }, 'is 0.1.0, not 0.2.0'],
  [{ changelog: '## [Unreleased]\n\n## [0.2.0] - 2026-12-02\n' }, 'The day of 0.2.0'],
  [{ changelog: '## [0.2.0] - 2026-12-01\n' }, 'does not begin with'],
  [
    { migrations: [{ name: '0001_first.sql', hash: 'b'.repeat(64) }] },
    '0001_first.sql of version 0.2 was changed',
  ],
  [
    { migrations: [...ready.migrations, { name: '0002_second.sql', hash }] },
    '1 migrations are in no fixture',
  ],
])('names what is to be done: %#', (change, sentence) => {
  expect(findReleaseFaults({ ...ready, ...change })).toEqual(
    expect.arrayContaining([expect.stringContaining(sentence)]),
  );
});

it('reads the migrations of every past release from its fixture, and finds none of them changed', async () => {
  const release = await readRelease();
  const released = [...release.fixtures.values()].flatMap(
    (text) => text.match(/^INSERT INTO migrations/gm) ?? [],
  );
  expect(released.length).toBeGreaterThan(5);
  const faults = findReleaseFaults(release).filter((fault) => fault.includes('was changed or removed'));
  expect(faults).toEqual([]);
});
