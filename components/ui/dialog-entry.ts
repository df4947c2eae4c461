/** Whether a history entry is one above a page's own, from while a dialog was open: see `dialog-history.ts`. */
export const isDialogEntry = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isDialog' in state;
