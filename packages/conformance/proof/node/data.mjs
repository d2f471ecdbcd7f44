/** Tasks of four projects, as a small project tracker would store them. */
const projects = ["apollo", "borealis", "comet", "delta"];
const teams = { red: ["ann", "bob"], green: ["cleo", "dan", "eve"], blue: ["finn"] };
const labels = ["urgent", "later", "bug", "idea"];

export const people = teams;
export const projectIds = projects;
export const labelIds = labels;

export const tasks = Array.from({ length: 48 }, (_, index) => {
  const team = Object.keys(teams)[index % 3];
  const members = teams[team];
  return {
    id: `t${1000 + index}`,
    title: `Task ${index + 1}${index % 7 === 0 ? ' "quoted", with comma' : ""}`,
    project: projects[(index * 5) % 4],
    team,
    member: members[index % members.length],
    labels: labels.filter((_label, at) => (index + at) % 3 === 0),
    hours: (index * 7) % 23,
    done: index % 4 === 1,
    created: new Date(
      Date.UTC(2024, 2, 1 + Math.floor(index / 3), 6 + (index % 3) * 8, index % 60),
    ).toISOString(),
    note: index % 5 === 0 ? null : `note ${index}`,
  };
});

export const tokens = new Map([["tk-5f0c9a77d1e2", "Ada's workspace"]]);
export const users = new Map([["ada", { password: "Pa55-cold-harbour", name: "Ada L." }]]);
