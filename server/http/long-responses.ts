/** The path of the downloads of backups, below that of the calls. A large file takes longer than any other response. */
export const BACKUP_DOWNLOADS = '/moderation/backups/downloads/';

/** Whether the response may go on while the client receives it. */
export const isLongResponse = (url: string | undefined): boolean =>
  /^(?:\/api)?\/moderation\/backups\/downloads\//.test(url ?? '');
