; expect nothing
node = {value :int, next :node?, kids [:node]}
folder = {files [:file], sub [:map-of :string :folder]}
file = {name :string, in :folder?}
json = :bool|:float|:string|[:json]|[:map-of :string :json]|:nil
expr = {op :enum[neg], of :expr}|[:tuple :expr [:enum "+" "-"] :expr]|:float
pairs = [:tuple :int [:maybe :pairs]]
bag = [:set :bag]
deep = [[[:deep]]]
perhaps = {of :perhaps}?
alias = :node
shape = [:multi {:dispatch :kind} [:leaf [:map [:kind [:= "leaf"]]]] [:pair [:map [:a :shape] [:b :shape]]]]
f(x :alias, y [:alias]) -> {all [:folder], j :json, e :expr}
