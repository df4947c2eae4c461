import { useMemo } from 'react';

let policy: ReturnType<NonNullable<Window['trustedTypes']>['createPolicy']> | undefined;

/** Browsers with Trusted Types take HTML from a policy alone. Only this file can reach this one. */
function trust(html: string): TrustedHTML | string {
  if (typeof window === 'undefined' || !window.trustedTypes) return html;
  policy ??= window.trustedTypes.createPolicy('sanitized-html', { createHTML: (given) => given });
  return policy.createHTML(html);
}

/** Shows HTML that the product server sanitized: the description of a product. */
export function SanitizedHTML({
  html,
  lang,
  className = '',
}: {
  html: string;
  lang?: string | undefined;
  className?: string;
}) {
  // React writes the HTML again whenever it gets a new object.
  const content = useMemo(() => ({ __html: trust(html) }), [html]);
  return <div dir="auto" lang={lang} className={`prose ${className}`} dangerouslySetInnerHTML={content} />;
}
