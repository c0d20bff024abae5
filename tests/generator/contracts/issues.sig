include "people.sig"

label = :string|{name :string, color :string[~"^[0-9a-f]{6}$"]?}
state = :enum["open" "closed"]
issue = {
  number :int[1..],
  title :string,
  state :state,
  assignee :user?,
  labels [:label],
  parent :issue?,
  blocks [:issue] = []
}

list_issues(
  repo :string,
  state :enum["open" "closed" "all"] = "open",
  since :datetime?,
  page :int[1..] = 1
) -> {total :int, items [:issue]}
  Lists the issues of a repository.

get_issue(repo :string, number :int[1..]) -> :issue|{error :string, retry :bool = false}
