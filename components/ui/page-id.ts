// Apart from the dialog, whose code no page needs at first.
/** The element that contains the page without dialogs and toasts. It is inert while a dialog is open. */
export const PAGE_ID = 'page';
