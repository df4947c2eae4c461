import type { Logger } from 'pino';
import { ConfigError } from '@/server/base/errors';
import type { SecretBox } from '@/server/sessions/key-ring';
import { composeEnv, openSecrets, replaceLive, type StoredSettings, storedVariables } from './compose-env';
import { readValues, type ServerEnv } from './env';
import { findSetting } from './settings';

export type StoredVersion = {
  version: number;
  stored: StoredSettings;
  /** What was stored as the noun before. Empty for nothing. */
  formerNouns: readonly string[];
};

type SettingsOptions = {
  env: ServerEnv;
  /** The variables that the process was started with. */
  source: Readonly<Record<string, string | undefined>>;
  /** The newest version, or the newest one before another. */
  read: (before?: number) => Promise<StoredVersion | undefined>;
  secrets: SecretBox;
  logger: Pick<Logger, 'error'>;
};

/** How many versions are tried at the start, when the newest ones cannot be applied. */
const TRIED_MAX = 20;

/**
 * What admins have set in the browser, as this process knows it. A version is applied as a whole or not at all: the
 * configuration is checked first, and then changed in one step.
 */
export class SiteSettings {
  readonly #options: SettingsOptions;
  readonly #listeners: (() => void)[] = [];
  #applied: StoredVersion = { version: 0, stored: {}, formerNouns: [] };
  #isLoaded = false;
  #refused: { version: number; reason: string } | undefined;

  constructor(options: SettingsOptions) {
    this.#options = options;
  }

  get source(): SettingsOptions['source'] {
    return this.#options.source;
  }

  /** The version that holds in this process. 0: nothing was ever stored. */
  get applied(): StoredVersion {
    return this.#applied;
  }

  /** Why the newest version does not hold in this process. */
  get fault(): string | undefined {
    return this.#refused?.reason;
  }

  /** The stored variables that hold, for the pages. */
  get variables(): Record<string, string> {
    const { opened } = this.open(this.#applied.stored);
    return publicVariables(storedVariables(this.source, opened));
  }

  /** As it is stored. */
  seal = (secret: string): string => this.#options.secrets.seal(secret);

  /** @see openSecrets */
  open(stored: StoredSettings) {
    return openSecrets(this.source, stored, this.#options.secrets.open);
  }

  /** @param listener called in the step that changes the configuration. */
  onApply(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Applies the newest version. With one that cannot be applied, the last good one holds, and the log says why. */
  async load(): Promise<void> {
    const isFirst = !this.#isLoaded;
    const newest = await this.#options.read();
    let tried = newest;
    if (!newest || !tried || this.#isKnown(tried.version)) {
      this.#isLoaded = true;
      return;
    }
    for (let count = 0; tried; count += 1) {
      const reason = this.#apply(tried);
      if (reason === undefined) break;
      if (count === 0) this.#noteRefused({ version: tried.version, reason });
      // A process that has settings keeps them: an older version would take changes back that it has shown.
      if (!isFirst || count === TRIED_MAX) break;
      tried = await this.#options.read(tried.version);
    }
    if (isFirst && this.#applied.version === 0) this.#applyKnown(newest);
    this.#isLoaded = true;
  }

  /**
   * A start without a version that fits: what this process knows of the newest one holds. If even that cannot be
   * applied, strangers make no accounts until it can, because nothing tells whether the site was open to them.
   */
  #applyKnown(newest: StoredVersion): void {
    const { env } = this.#options;
    const refused = this.#refused;
    const known = Object.entries(newest.stored).filter(([name]) => findSetting(name));
    const reason = this.#apply({ ...newest, stored: Object.fromEntries(known) });
    this.#refused = refused;
    if (reason !== undefined) Object.assign(env, { signUp: { mode: 'closed', domains: [] } });
  }

  #noteRefused(refused: { version: number; reason: string }): void {
    const { version, reason } = this.#refused ?? {};
    this.#refused = refused;
    if (version === refused.version && reason === refused.reason) return;
    this.#options.logger.error(
      refused,
      'The newest settings do not fit this process, so the last good ones hold.',
    );
  }

  #noteLost(names: readonly string[]): void {
    this.#options.logger.error(
      { settings: names },
      'Secrets in the settings were encrypted with a session key that is gone, so they do not hold. Enter them again at /settings/mail.',
    );
  }

  #isKnown(version: number): boolean {
    // A refused version is tried again with every change of the site: the site file may have been mended.
    return version === this.#applied.version && !this.#refused;
  }

  /** @returns why the version cannot be applied. */
  #apply(version: StoredVersion): string | undefined {
    const { env, source } = this.#options;
    let composed: ServerEnv;
    try {
      const { opened, lost } = this.open(version.stored);
      if (lost.length > 0) this.#noteLost(lost);
      composed = composeEnv(source, opened);
    } catch (error) {
      if (error instanceof ConfigError) return error.message;
      throw error;
    }
    const defaultNoun = readValues({}).NEXT_PUBLIC_SITE_NOUN;
    const formerNouns = version.formerNouns.map((noun) => noun || defaultNoun);
    replaceLive(env, Object.assign(composed, { formerNouns }));
    this.#applied = version;
    if (this.#refused && this.#refused.version <= version.version) this.#refused = undefined;
    for (const listener of this.#listeners) listener();
    return undefined;
  }
}

/** Pages learn that there is a secret, such as a mail server, and not what it is. */
const publicVariables = (variables: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      findSetting(name)?.kind === 'secret' ? 'stored' : value,
    ]),
  );
