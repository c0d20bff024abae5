; expect nothing
tone = :enum["warm" "cold"]
all_tones = :enum["warm" "cold" "hot"]
numbers = :enum[1 2]
user = {name :string, tone :tone}

gives(topic :string) -> {same :tone, fewer :tone, more :all_tones, other :numbers, user :user, list [:user]}

takes(same :tone, fewer :all_tones, more :tone, other :tone, user {name :int, tone :tone}, list [{age :int}]) -> {either [:int], none :int}
