import type { Elements } from '@/components/ui/elements';

type ShownOnceProps = {
  /** Says what the text is, and to copy it now. */
  title: string;
  text: string;
  children?: Elements;
};

/** A link or key that the server does not show again. */
export function ShownOnce({ title, text, children }: ShownOnceProps) {
  return (
    <div className="mt-6 max-w-prose rounded-card border border-line bg-tint p-5">
      <p className="font-semibold">{title}</p>
      <code dir="ltr" className="mt-3 block text-sm wrap-anywhere">
        {text}
      </code>
      {children}
    </div>
  );
}
