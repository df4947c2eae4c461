import type { Deps } from '@/server/deps';

/** Whether the site sends emails. Outside of production, they are files in the data folder. */
export const sendsEmails = ({ smtp, appEnv }: Deps['env']): boolean =>
  smtp !== undefined || appEnv !== 'production';
