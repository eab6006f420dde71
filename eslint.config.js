import js from '@eslint/js'
import reactHooks from 'eslint-plugin-react-hooks'
import globals from 'globals'
import tseslint from 'typescript-eslint'

const features = [
  'account',
  'authoring',
  'booking',
  'content',
  'delivery',
  'instore',
  'kiosk',
  'leaderboard',
  'media',
  'numbers',
  'results',
  'results-desk',
  'reveal-desk',
  'schedule',
  'staff',
  'teams',
  'what-if',
]

/** Who may not be imported, and the sentence that says why. */
const forbid = (...patterns) => ({
  '@typescript-eslint/no-restricted-imports': [
    'error',
    {
      patterns: patterns.map(([what, message]) =>
        what instanceof RegExp
          ? { regex: what.source, message }
          : { group: what, message, allowTypeImports: what.includes('@sixfold/domain') },
      ),
    },
  ],
})

const NO_RULES_EAGERLY = [
  ['@sixfold/domain'],
  'The rules load lazily: use loadRules() or useRules() of web/src/rules.ts, or import types only.',
]

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/**',
      '**/dist/**',
      'target/**',
      'data/**',
      'pkg/generated/**',
      'web/src/api/schema.ts',
      'tests/browser/output/**',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strict,
  reactHooks.configs.flat.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
      ],
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
    },
  },
  {
    // Effects only where React cannot see: the compiler's rule against state in effects stays on.
    files: ['web/src/**/*.{ts,tsx}', 'web/public/**/*.js'],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    ignores: ['web/src/state/storage/browser-storage.ts', 'web/src/**/*.test.{ts,tsx}', 'web/src/test/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['localStorage', 'sessionStorage'].map((name) => ({
          name,
          message: 'A browser may block it: use web/src/state/storage/browser-storage.ts.',
        })),
      ],
    },
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    ignores: ['web/src/api/client/network.ts', 'web/src/**/*.test.{ts,tsx}', 'web/src/test/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'navigator',
          property: 'onLine',
          message: 'It may be wrong: use isOnline() of web/src/api/client/network.ts.',
        },
      ],
    },
  },
  {
    files: ['web/src/components/**'],
    rules: forbid(
      [['**/features/**', '**/routes/**', '**/shell/**'], 'Components know no feature.'],
      [['**/api/**', '**/auth/**', '**/state/**'], 'Components know no data.'],
      [['@tanstack/*'], 'Components know no router and no query.'],
      [['zustand', 'zustand/*'], 'Components know no store.'],
      NO_RULES_EAGERLY,
    ),
  },
  {
    files: ['web/src/academy/**'],
    rules: forbid(
      [
        ['**/features/**', '**/routes/**', '**/shell/**', '**/content/**', '**/components/**'],
        'What is true of the whole academy knows no screen.',
      ],
      [['**/auth/**', '**/state/**', '**/offline/**'], 'What is true of the whole academy keeps no state.'],
      [
        ['@tanstack/*', 'react', 'zustand'],
        'What is true of the whole academy is plain functions and words.',
      ],
      NO_RULES_EAGERLY,
    ),
  },
  {
    files: ['web/src/{api,auth,camera,guardian,install,notifications,offline,sharing,state}/**'],
    rules: forbid(
      [['**/features/**', '**/routes/**', '**/shell/**'], 'Shared parts know no feature, route or shell.'],
      NO_RULES_EAGERLY,
    ),
  },
  {
    files: ['web/src/shell/**'],
    rules: forbid(
      [
        ['**/features/**', '**/routes/**', '**/src/content/**', '../content/*', '../../content/*'],
        'The shell knows no feature.',
      ],
      NO_RULES_EAGERLY,
    ),
  },
  ...features.map((feature) => ({
    files: [`web/src/features/${feature}/**`],
    rules: forbid(
      ...features
        .filter((other) => other !== feature)
        .map((other) => [
          new RegExp(`^(\\.\\./){1,3}${other}/|/features/${other}/`),
          'No feature imports another.',
        ]),
      [['**/routes/**', '**/shell/**'], 'Features know no route and no shell.'],
      [
        /\/content\/(?:registry|page-parts|parts-by-type|ContentBody|ModalHost|PagePreview|PageSection|(?:parts|templates)\/.*)$|\/first-html\//,
        'Features are composed by web/src/content and do not know it.',
      ],
      NO_RULES_EAGERLY,
    ),
  })),
  {
    files: ['web/src/content/**'],
    rules: forbid([['**/shell/**'], 'Pages stand in the shell and do not know it.'], NO_RULES_EAGERLY),
  },
  {
    files: ['web/src/routes/**'],
    rules: forbid(NO_RULES_EAGERLY),
  },
  {
    files: ['web/src/rules.ts', '**/*.test.{ts,tsx}'],
    rules: { '@typescript-eslint/no-restricted-imports': 'off' },
  },
  {
    files: ['**/*.{js,mjs}', '**/*.config.ts', 'web/build/**', 'pkg/**', 'tests/browser/**', 'xtask/**'],
    languageOptions: { globals: globals.node },
    rules: { 'no-console': 'off' },
  },
)
