/** Root imports these sheets first, because they declare the order of layers. */
import '~/tailwind.css'
import '~/components/ui/button.css'
import '~/components/ui/layout.css'
import '~/components/ui/surfaces.css'
import '~/components/ui/text.css'
