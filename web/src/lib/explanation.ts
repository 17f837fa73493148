/** What a thing on the table is: a name, one or two sentences, and where the rules say so. */
export interface Explanation {
  title: string;
  lines: string[];
  clause?: string;
}
