/**
 * What tokens of known services begin with, before `_` or `-`, as a regular expression. A token of any other
 * form may be random from its first character on, so nothing of it is public.
 */
export const publicPrefixes =
  "gh[oprsu]|github_pat|glpat|xox[abprs]|[a-z]{2,5}_(?:live|test)|sk|whsec|shpat|ntn|npm|hf|dop_v1|pat";
