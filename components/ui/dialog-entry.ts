// Apart from the dialog, whose code no page needs at first.
/** Whether a history entry is one above a page's own, from while a dialog was open: see `dialog-history.ts`. */
export const isDialogEntry = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isDialog' in state;

/** The element that contains the page without dialogs and toasts. It is inert while a dialog is open. */
export const PAGE_ID = 'page';
