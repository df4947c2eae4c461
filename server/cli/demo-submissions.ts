import type { SubmissionInput } from '@/lib/contract/submission';

type DemoSubmission = {
  /** The handle of a demo member. */
  submitter: string;
  submittedHoursAgo: number;
  /** The reason of the moderator who rejected it. Without one, it is pending. */
  rejection?: string;
  submission: SubmissionInput;
};

export const DEMO_SUBMISSIONS: readonly DemoSubmission[] = [
  {
    submitter: 'bo-birch',
    submittedHoursAgo: 31,
    submission: {
      url: 'https://polypane.app',
      name: 'Polypane',
      tagline: 'Browser for developers that shows a page at many widths side by side',
      description:
        'Scrolls, clicks and types in every pane at once, and checks each for **accessibility** as you work.',
      tags: ['Testing', 'Accessibility'],
    },
  },
  {
    submitter: 'ada-birch',
    submittedHoursAgo: 20,
    submission: {
      url: 'https://knip.dev',
      name: 'Knip',
      tagline: 'Finds files, exports and dependencies that a TypeScript project no longer uses',
      description:
        'Follows the imports from the entry points that it knows from dozens of tools, and lists what nothing reaches:\n\n- files\n- exports and types\n- packages in `package.json`',
      tags: ['JavaScript', 'TypeScript'],
    },
  },
  {
    submitter: 'chi-birch',
    submittedHoursAgo: 7,
    submission: {
      url: 'https://hoppscotch.io',
      name: 'Hoppscotch',
      tagline: 'API client in the browser for REST, GraphQL and WebSocket requests',
      tags: ['API tools', 'Testing'],
    },
  },
  {
    submitter: 'dara-birch',
    submittedHoursAgo: 2,
    submission: {
      url: 'https://valibot.dev',
      name: 'Valibot',
      tagline: 'Schema library made of small functions, so that a bundle holds only what is used',
      tags: ['TypeScript', 'JavaScript'],
    },
  },
  {
    submitter: 'ada-birch',
    submittedHoursAgo: 50,
    rejection:
      "The tagline is the maker's own slogan. Please say in your words what it does, then send it again.",
    submission: {
      url: 'https://biomejs.dev',
      name: 'Biome',
      tagline: 'One toolchain for your web project',
      tags: ['JavaScript'],
    },
  },
];

/** A message that waits in the inbox of admins. */
export const DEMO_MESSAGE = {
  name: 'Ravi',
  email: 'ravi@demo.invalid',
  message:
    'Two tools that I use every day are listed under “Testing”, but I look for them under “Accessibility”. Could a tool have both tags?',
};
